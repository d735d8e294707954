/** A few options side by side, one of them selected. */

import { useId } from "preact/hooks";

export interface SegmentedControlProps<Value extends string | number> {
  legend: string;
  /** Whether the legend is for screen readers only. */
  quiet?: boolean;
  choices: readonly { value: Value; label: string; about?: string }[];
  value: Value | null;
  onChoose: (value: Value) => void;
}

export function SegmentedControl<Value extends string | number>({
  legend,
  quiet = false,
  choices,
  value,
  onChoose,
}: SegmentedControlProps<Value>) {
  const group = useId();
  return (
    <fieldset class="ui-segmented">
      <legend class={quiet ? "hidden-text" : ""}>{legend}</legend>
      <div class="ui-segments">
        {choices.map((choice) => (
          <label key={choice.value} class="ui-segment" data-tooltip={choice.about}>
            <input
              type="radio"
              class="hidden-text"
              name={group}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            <span>{choice.label}</span>
            {choice.about && <span class="hidden-text">: {choice.about}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
