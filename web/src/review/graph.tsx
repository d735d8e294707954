/** The graph of winning chances, move by move. */

import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../texts";
import { MarkShape } from "./marks";
import { curvePoints, type Frame, type Loss, positionAt, xOf, yOf } from "./win-chances";

const HEIGHT = 140;
const EDGE = 9;

interface GraphProps {
  values: readonly (readonly number[] | null)[];
  losses: readonly Loss[];
  names: readonly string[];
  at: number;
  go: (at: number) => void;
}

/** Works with a pointer only; the slider below is accessible to everyone. */
export function Graph({ values, losses, names, at, go }: GraphProps) {
  const total = values.length - 1;
  const box = useRef<SVGSVGElement>(null);
  const frame = useFrame(box);
  const half = yOf(0.5, frame);
  const curves = useMemo(() => names.map((_, seat) => curvePoints(values, seat, frame)), [values, names, frame]);
  const point = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    go(positionAt((event.clientX - left) / width, total, frame));
  };
  const here = xOf(at, total, frame);
  return (
    <svg
      ref={box}
      class="rv-graph"
      viewBox={`0 0 ${frame.width} ${HEIGHT}`}
      height={HEIGHT}
      role="img"
      aria-label={t.review.graphAbout(t.common.listed(names), losses.length)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => event.buttons && point(event)}
    >
      <rect class="rv-graph-ground" width={frame.width} height={HEIGHT} rx="6" />
      <line class="rv-half" x1={EDGE} x2={frame.width - EDGE} y1={half} y2={half} />
      <line class="rv-here" x1={here} x2={here} y1="0" y2={HEIGHT} />
      {curves.map((points, seat) => (
        <polyline key={seat} class={`rv-curve rv-seat-${seat}`} points={points} />
      ))}
      {losses.map(({ number, seat, mark }) => {
        const value = values[number]?.[seat] ?? 0;
        return (
          <g key={number} transform={`translate(${xOf(number, total, frame)} ${yOf(value, frame)})`}>
            <MarkShape mark={mark} />
          </g>
        );
      })}
    </svg>
  );
}

/** Takes the available width, so that nothing is stretched. */
function useFrame(box: RefObject<SVGSVGElement | null>): Frame {
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(120, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return useMemo(() => ({ width, height: HEIGHT, edge: EDGE }), [width]);
}

/** Each player's curve, with the chances in the current position. */
export function Legend({ names, chances }: { names: readonly string[]; chances: readonly number[] | null }) {
  return (
    <ul class="rv-legend">
      {names.map((name, seat) => (
        <li key={seat}>
          <svg width="28" height="10" aria-hidden="true">
            <line class={`rv-curve rv-seat-${seat}`} x1="1" x2="27" y1="5" y2="5" />
          </svg>
          {chances ? t.review.chance(name, t.common.percent(chances[seat] ?? 0)) : name}
        </li>
      ))}
    </ul>
  );
}
