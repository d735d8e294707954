/** Labels of a game's rule options and presets; those without one are shown by name. */
export interface RuleLabels {
  options: Readonly<Record<string, { label: string; about?: string; values?: Readonly<Record<string, string>> }>>;
  presets: Readonly<Record<string, { label: string; about: string }>>;
}
