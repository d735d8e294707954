/** A few choices side by side, of which one holds. */

import { useId } from "preact/hooks";

export interface SegmentedProps<Value extends string | number> {
  legend: string;
  /** Whether the legend is there only for who listens. */
  quiet?: boolean;
  choices: readonly { value: Value; label: string; about?: string }[];
  value: Value | null;
  onChoose: (value: Value) => void;
}

export function Segmented<Value extends string | number>({
  legend,
  quiet = false,
  choices,
  value,
  onChoose,
}: SegmentedProps<Value>) {
  const group = useId();
  return (
    <fieldset class="ui-segmented">
      <legend class={quiet ? "hidden-text" : ""}>{legend}</legend>
      <div class="ui-segments">
        {choices.map((choice) => (
          <label key={choice.value} class="ui-segment" data-tip={choice.about}>
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
