/** What the tab says: its title, and that something is to be done here. */

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../texts";
import { notices } from "./settings";

const title = signal("");
const urgent = signal<string | null>(null);

/** What the tab's title is: what is to be done, what the page is about, the name of it all. */
export function tabTitle(about: string, todo: string | null): string {
  return [todo && `● ${todo}`, about, t.common.name].filter(Boolean).join(" · ");
}

/** Name the page in the tab. */
export function useTitle(text: string): void {
  useEffect(() => {
    title.value = text;
  }, [text]);
}

/** Say in the tab what one has to do; null when there is nothing. Call it whenever that changes. */
export function setTodo(text: string | null): void {
  urgent.value = text;
}

/** Let the browser say something if the person wants that and looks elsewhere. */
export function notify(text: string, about = ""): void {
  if (!notices.value || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(text, { body: about, icon: "/favicon.svg", tag: "gemgrove" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some browsers allow this to service workers alone; the title still says it.
  }
}

export function canNotify(): boolean {
  return typeof Notification !== "undefined";
}

/** Turn notices on, which the browser may ask about; false if it does not allow them. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify()) return false;
  const answer = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  notices.value = answer === "granted";
  return notices.value;
}

const CALM = "/favicon.svg";
const CALLING = "/favicon-turn.svg";

/** Keep the tab's title and picture as they should be. */
export function startNotices(): void {
  effect(() => {
    document.title = tabTitle(title.value, urgent.value);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = urgent.value ? CALLING : CALM;
    if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
  });
}
