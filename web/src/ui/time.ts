/** Formats times. The server's times are Unix seconds. */

import { useEffect, useState } from "preact/hooks";
import { t } from "../texts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** "5 minutes ago", or a date if that is long past. */
export function ago(at: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - at);
  if (past < 45) return t.common.justNow;
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (past < HOUR) return relative.format(-Math.max(1, Math.round(past / MINUTE)), "minute");
  if (past < DAY) return relative.format(-Math.round(past / HOUR), "hour");
  if (past < WEEK) return relative.format(-Math.round(past / DAY), "day");
  return date(at);
}

export function date(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at * 1000);
}

export function dateAndTime(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);
}

/** A clock such as 0:09, 1:05 or 1:00:00, rounded up and never below zero. */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE)];
  return hours ? `${hours}:${two(minutes)}:${two(left % MINUTE)}` : `${minutes}:${two(left % MINUTE)}`;
}

/** "1 minute 30 seconds": a duration in words. */
export function duration(seconds: number): string {
  const parts: [number, (count: number) => string][] = [
    [Math.floor(seconds / DAY), t.common.days],
    [Math.floor((seconds % DAY) / HOUR), t.common.hours],
    [Math.floor((seconds % HOUR) / MINUTE), t.common.minutes],
    [Math.round(seconds % MINUTE), t.common.seconds],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => words(count));
  return said.join(" ") || t.common.seconds(0);
}

/** The current time in Unix seconds; does not rerender unless `running`. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now() / 1000);
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, running]);
  return now;
}

function language(): string {
  return globalThis.document?.documentElement.lang || "en";
}
