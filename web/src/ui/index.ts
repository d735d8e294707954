/** What every part of the page may use. */

export { Dialog, agreed, type DialogProps } from "./dialog";
export { Icon, type IconName } from "./icons";
export { Menu, Popover, type MenuItem, type MenuProps, type PopoverProps } from "./popover";
export { Tip } from "./tip";
export { announce, toast, toastProblem } from "./messages";
export { sentence } from "./problems";
export { Loaded, Problem, Waiting, useLoaded, type Loading } from "./loading";
export { CopyButton, CopyField } from "./copy";
export { copy } from "./clipboard";
export { playSound, type Sound } from "./sound";
export { allowNotices, notify, setTodo, useTitle } from "./notices";
export { notices, sound, theme } from "./settings";
export { ago, clockText, date, dateAndTime, duration, useNow } from "./time";
