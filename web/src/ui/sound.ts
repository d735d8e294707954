/** Short synthesized sounds, off by default. */

import { sound } from "./settings";

export type Sound = "move" | "turn" | "end";

/** The pitches of each sound's notes, in hertz. */
const NOTES: Record<Sound, readonly number[]> = {
  move: [330],
  turn: [523, 784],
  end: [392, 523, 659, 784],
};
const NOTE_SECONDS = 0.12;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

export function playSound(which: Sound): void {
  if (!sound.value || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // Browsers allow sound only after the first click.
  if (context.state === "suspended") void context.resume();
  let at = context.currentTime;
  for (const pitch of NOTES[which]) {
    note(context, pitch, at);
    at += NOTE_SECONDS;
  }
}

function note(audio: AudioContext, pitch: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 2 * NOTE_SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 2 * NOTE_SECONDS);
}
