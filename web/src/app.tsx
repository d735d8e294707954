/** The frame around every page, and the page inside it. */

import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { canRunEngine, loadEngine } from "./engine/engine";
import { FinishedPage } from "./lobby/finished-page";
import { HomePage } from "./lobby/home-page";
import { LeaderboardPage } from "./lobby/leaderboard-page";
import { MyGamesPage } from "./lobby/my-games-page";
import { AboutPage, NeedsServerPage, NotFoundPage, RulesPage, UnsupportedPage } from "./lobby/static-pages";
import { pageKey, type Route, route } from "./router";
import { focusHeading } from "./shell/focus";
import { ConnectionState, Header } from "./shell/header";
import { lazy, ReloadPrompt } from "./shell/lazy";
import { t } from "./texts";
import { ConfirmDialog } from "./ui/dialog";
import { Toaster } from "./ui/toasts";
import { TooltipLayer } from "./ui/tooltip";

const loadTable = () => import("./table/page").then((part) => part.TablePage);
const TablePage = lazy(loadTable);
const supported = canRunEngine();
const ReviewPage = lazy(() => import("./review/page").then((part) => part.ReviewPage));

export function App() {
  const key = pageKey.value;
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current !== key) focusHeading();
    shown.current = key;
  }, [key]);
  // Preloaded, since the table is usually the next page.
  useEffect(() => {
    if (supported) void loadEngine().catch(() => undefined);
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
        <PageBoundary key={key} />
      </main>
      <footer class="app-footer quiet">{t.lobby.footer}</footer>
      <ConfirmDialog />
      <Toaster />
      <TooltipLayer />
    </>
  );
}

/** Keeps the frame on screen if a page fails. */
function PageBoundary() {
  const [error] = useErrorBoundary((failure: unknown) => console.error(failure));
  if (!supported) return <UnsupportedPage />;
  return error ? <ReloadPrompt text={t.common.broken} /> : <Page shown={route.value} />;
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
      return HAS_SERVER ? <LeaderboardPage /> : <NeedsServerPage />;
    case "mine":
      return <MyGamesPage />;
    case "finished":
      return HAS_SERVER ? <FinishedPage /> : <NeedsServerPage />;
    case "about":
      return <AboutPage />;
    case "unknown":
      return <NotFoundPage />;
  }
}
