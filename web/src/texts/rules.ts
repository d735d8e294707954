/** What options of the rules are called, by name; one without words is shown under its own name. */
export interface RuleWords {
  options: Readonly<Record<string, { label: string; about?: string; values?: Readonly<Record<string, string>> }>>;
  /** The rules that have a name. */
  presets: Readonly<Record<string, { label: string; about: string }>>;
}
