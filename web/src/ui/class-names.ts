/** Joins class names, skipping false ones. */
export function classNames(...names: (string | false)[]): string {
  return names.filter(Boolean).join(" ");
}
