/** A select field for a player. */

interface SeatSelectProps {
  label: string;
  names: readonly string[];
  seat: number;
  choose: (seat: number) => void;
}

export function SeatSelect({ label, names, seat, choose }: SeatSelectProps) {
  return (
    <label class="field">
      {label}
      <select value={seat} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {names.map((name, number) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
