/** The gems. Each color has its own cut, so the shape identifies it, too. */

import type { Token } from "./types";

interface Cut {
  outline: string;
  /** Facets in the light, and in the shade. */
  light: string;
  shade: string;
}

const CUTS: Record<Token, Cut> = {
  white: {
    outline: "M6 3.5h12l4.5 6.7L12 22 1.5 10.2z",
    light: "M6 3.5h6l-3 6.7H1.5zM9 10.2h6L12 22z",
    shade: "M18 3.5l4.5 6.7h-7.5zM22.5 10.2H15L12 22z",
  },
  blue: {
    outline: "M12 1.5a10.5 10.5 0 1 0 .01 0z",
    light: "M12 1.5L8 7.5 2 9a10.5 10.5 0 0 1 10-7.5zM8 7.5h8l-8 8z",
    shade: "M16 7.5l6 1.5a10.5 10.5 0 0 1-6 12.7v-5.5zM16 7.5v8H8z",
  },
  green: {
    outline: "M8 1.5h8l4.5 4.5v12L16 22.5H8L3.5 18V6z",
    light: "M8 1.5h8l-1.7 5H9.7L7.5 8.7 3.5 6zM9.7 6.5h4.6L7.5 15.3V8.7z",
    shade: "M20.5 6v12L16 22.5l-1.7-5 2.2-2.2V8.7zM16.5 8.7v6.6l-2.2 2.2H9.7z",
  },
  red: {
    outline: "M12 1c1.3 4 8.5 7.5 8.5 13.3a8.5 8.5 0 0 1-17 0C3.5 8.5 10.7 5 12 1z",
    light: "M12 1c-1.3 4-8.5 7.5-8.5 13.3L8 13l4-5.5zM12 7.5L8 13l4 5.5z",
    shade: "M20.5 14.3a8.5 8.5 0 0 1-8.5 8.5v-4.3L16 13zM12 7.5l4 5.5-4 5.5z",
  },
  black: {
    outline: "M12 1l9.5 5.5v11L12 23l-9.5-5.5v-11z",
    light: "M12 1v5L6.8 9 2.5 6.5zM6.8 9L12 6l5.2 3-10.4 6z",
    shade: "M21.5 6.5v11L12 23v-5l5.2-3V9zM17.2 9v6L12 18l-5.2-3z",
  },
  gold: {
    outline:
      "M12 .7l3.2 3.6 4.8-.3-.3 4.8L23.3 12l-3.6 3.2.3 4.8-4.8-.3L12 23.3l-3.2-3.6L4 20l.3-4.8L.7 12l3.6-3.2L4 4l4.8.3z",
    light: "M12 5.8l1.6 4h4.3l-3.3 2.7 1.2 4.5-3.8-2.5-3.8 2.5 1.2-4.5L6.1 9.8h4.3z",
    shade: "",
  },
};

/** A gem; with a number it is flat, so that the number is readable. */
export function Gem({ token, count }: { token: Token; count?: number | undefined }) {
  const cut = CUTS[token];
  const flat = count !== undefined;
  return (
    <svg class={`sp-gem sp-${token}`} viewBox="0 0 24 24" aria-hidden="true">
      <path class="sp-stone" d={cut.outline} />
      {!flat && <path class="sp-light" d={cut.light} />}
      {!flat && cut.shade && <path class="sp-shade" d={cut.shade} />}
      {flat && (
        <text x="12" y={token === "red" ? 19 : token === "white" ? 15.5 : 17} text-anchor="middle">
          {count}
        </text>
      )}
    </svg>
  );
}
