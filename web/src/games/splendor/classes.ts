/** The class names that hold. */
export function classes(...names: (string | false)[]): string {
  return names.filter(Boolean).join(" ");
}
