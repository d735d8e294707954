/** Choosing a player by name. */

interface SeatFieldProps {
  label: string;
  names: readonly string[];
  seat: number;
  choose: (seat: number) => void;
}

export function SeatField({ label, names, seat, choose }: SeatFieldProps) {
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
