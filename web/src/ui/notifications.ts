/** The tab's title and icon, and the browser's notifications. */

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../texts";
import { notifications } from "./settings";

const title = signal("");
const tabAlert = signal<string | null>(null);

/** The tab's title: the alert, the page's title and the site's name. */
export function tabTitle(about: string, todo: string | null): string {
  return [todo && `● ${todo}`, about, t.common.name].filter(Boolean).join(" · ");
}

/** Sets the page's title. */
export function useTitle(text: string): void {
  useEffect(() => {
    title.value = text;
  }, [text]);
}

/** Shows in the tab that the user has to act; null to clear it. */
export function setTabAlert(text: string | null): void {
  tabAlert.value = text;
}

/** Shows a notification if the user wants them and is looking at another tab. */
export function notify(text: string, about = ""): void {
  if (!notifications.value || !document.hidden || !notificationsSupported() || Notification.permission !== "granted")
    return;
  try {
    const notice = new Notification(text, { body: about, icon: ICON, tag: "gemgrove" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some browsers allow this only in service workers; the tab's title still shows it.
  }
}

export function notificationsSupported(): boolean {
  return typeof Notification !== "undefined";
}

/** Turns notifications on, asking for permission if needed; false if they are blocked. */
export async function enableNotifications(): Promise<boolean> {
  if (!notificationsSupported()) return false;
  const answer =
    Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  notifications.value = answer === "granted";
  return notifications.value;
}

const ICON = `${import.meta.env.BASE_URL}favicon.svg`;
const ALERT_ICON = `${import.meta.env.BASE_URL}favicon-turn.svg`;

/** Keeps the tab's title and icon up to date. */
export function startTabTitle(): void {
  effect(() => {
    document.title = tabTitle(title.value, tabAlert.value);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = tabAlert.value ? ALERT_ICON : ICON;
    if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
  });
}
