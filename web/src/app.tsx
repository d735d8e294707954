/** The frame around every page, and which page is in it. */

import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { HomePage } from "./lobby/home";
import { FinishedPage } from "./lobby/finished";
import { LeadersPage } from "./lobby/leaders";
import { MinePage } from "./lobby/mine";
import { AboutPage, RulesPage, UnknownPage } from "./lobby/reading";
import { pageKey, route, type Route } from "./router";
import { focusHeading } from "./shell/focus";
import { ConnectionState, Header } from "./shell/header";
import { LoadAgain, lazy } from "./shell/lazy";
import { t } from "./texts";
import { Questions } from "./ui/dialog";
import { Messages } from "./ui/messages";
import { TipBubble } from "./ui/tip";

const loadTable = () => import("./table/page").then((part) => part.TablePage);
const TablePage = lazy(loadTable);
const ReviewPage = lazy(() => import("./review/page").then((part) => part.ReviewPage));

export function App() {
  const key = pageKey.value;
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current !== key) focusHeading();
    shown.current = key;
  }, [key]);
  // The table is what comes next: its program is there before it is wanted.
  useEffect(() => {
    const timer = setTimeout(() => void loadTable().catch(() => undefined), 300);
    return () => clearTimeout(timer);
  }, []);
  const { page } = route.value;
  const wide = page === "table" || page === "review";
  return (
    <>
      <button type="button" class="app-skip" onClick={focusHeading}>
        {t.lobby.skip}
      </button>
      <Header />
      <ConnectionState />
      <main id="main" class={wide ? "app-main wide" : "app-main"} tabIndex={-1}>
        <Guarded key={key} />
      </main>
      <footer class="app-footer quiet">{t.lobby.footer}</footer>
      <Questions />
      <Messages />
      <TipBubble />
    </>
  );
}

/** A page that fails leaves the frame as it is. */
function Guarded() {
  const [error] = useErrorBoundary((failure: unknown) => console.error(failure));
  return error ? <LoadAgain text={t.common.broken} /> : <Page shown={route.value} />;
}

function Page({ shown }: { shown: Route }) {
  switch (shown.page) {
    case "home":
      return <HomePage />;
    case "table":
      return <TablePage id={shown.id} invite={shown.invite} />;
    case "review":
      return <ReviewPage id={shown.id} invite={shown.invite} at={shown.at} />;
    case "rules":
      return <RulesPage game={shown.game} />;
    case "leaders":
      return <LeadersPage />;
    case "mine":
      return <MinePage />;
    case "finished":
      return <FinishedPage />;
    case "about":
      return <AboutPage />;
    case "unknown":
      return <UnknownPage />;
  }
}
