/** Icons: lines on a 24 by 24 grid, in the color of the text. */

const LINES = {
  back: "M15 5l-7 7 7 7",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 3.5V12l3 2",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11m-5-5l5 5 5-5M5 20h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  first: "M18 5l-9 7 9 7zM6 5v14",
  flag: "M6 21V4h11l-2 4 2 4H6",
  forward: "M9 5l7 7-7 7",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.3M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  last: "M6 5l9 7-9 7zM18 5v14",
  lock: "M6 11h12v9H6zm2 0V8a4 4 0 0 1 8 0v3",
  menu: "M4 7h16M4 12h16M4 17h16",
  next: "M8 5l10 7-10 7z",
  pause: "M8 5v14M16 5v14",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8c0-4 3-6 7.5-6s7.5 2 7.5 6",
  plus: "M12 5v14M5 12h14",
  previous: "M16 5L6 12l10 7z",
  robot: "M6 9h12v10H6zM12 9V5M9.5 13v1.5M14.5 13v1.5M3.5 12.5v3M20.5 12.5v3M11 4h2",
  rotate: "M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5",
  settings: "M5 7h8M17 7h2M15 5v4M5 17h2M11 17h8M9 15v4M5 12h2M11 12h8M9 10v4",
  sound: "M4 9.5v5h4l5 4v-13l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3 1.5 5 3.8 5M16 6h3.5c0 3-1.5 5-3.8 5M12 14v4M8.5 20h7",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
  warning: "M12 4L2.5 20h19zM12 10v4.5M12 17.2v.1",
} as const;

export type IconName = keyof typeof LINES;

/** Hidden from screen readers: the button around it carries the name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="ui-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={LINES[name]} />
    </svg>
  );
}
