/** Where the page begins. */

import "./styles/tokens.css";
import "./styles/base.css";
import "./ui/ui.css";
import "./shell/shell.css";
import "./lobby/lobby.css";
import { render } from "preact";
import { App } from "./app";
import { startRouter } from "./router";
import { startNotices } from "./ui/notices";
import { applyTheme } from "./ui/settings";

applyTheme();
startNotices();
startRouter();
const root = document.getElementById("app");
if (root) render(<App />, root);
