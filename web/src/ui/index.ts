/** The shared components and helpers. */

export { CopyButton, CopyField } from "./copy-field";
export { askConfirmation, Dialog } from "./dialog";
export { errorMessage } from "./error-message";
export { Icon, type IconName } from "./icons";
export { ErrorAlert, Loaded, LoadingText, useLoaded } from "./loading";
export { enableNotifications, notify, setTabAlert, useTitle } from "./notifications";
export { Menu, Popover } from "./popover";
export { notifications, sound, theme } from "./settings";
export { playSound } from "./sound";
export { ago, clockText, dateAndTime, duration, useNow } from "./time";
export { announce, toast, toastError } from "./toasts";
export { Tooltip } from "./tooltip";
