/** The entry point of the page. */

import "./styles/tokens.css";
import "./styles/base.css";
import "./ui/ui.css";
import "./shell/shell.css";
import "./lobby/lobby.css";
import { render } from "preact";
import { App } from "./app";
import { startRouter } from "./router";
import { startTabTitle } from "./ui/notifications";
import { applyTheme } from "./ui/settings";

applyTheme();
startTabTitle();
startRouter();
// Keeps everything for playing offline.
if (!HAS_SERVER) void navigator.serviceWorker?.register("service-worker.js");
const root = document.getElementById("app");
if (root) render(<App />, root);
