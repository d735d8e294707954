/** The header: navigation, account and settings. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { pageKey, paths, route } from "../router";
import { identity } from "../server/identity";
import { connection } from "../server/live";
import { t } from "../texts";
import { Icon, Popover } from "../ui";
import { AccountDialog } from "./account-dialog";
import { SettingsDialog } from "./settings-dialog";

const LINKS = [
  { page: "home", href: paths.home, text: t.lobby.play },
  { page: "mine", href: paths.mine, text: t.lobby.mine },
  ...(HAS_SERVER
    ? [
        { page: "finished", href: paths.finished, text: t.lobby.finished },
        { page: "leaders", href: paths.leaders, text: t.lobby.leaders },
      ]
    : []),
  { page: "about", href: paths.about, text: t.lobby.about },
];

export function Header() {
  const [open, setOpen] = useState<"who" | "settings" | null>(null);
  const name = identity.value?.name ?? t.lobby.account.nobody;
  const close = () => setOpen(null);
  return (
    <header class="app-header">
      <a class="app-brand" href={paths.home}>
        <Logo />
        <span>{t.common.name}</span>
      </a>
      <nav class="app-nav" aria-label={t.lobby.nav}>
        <Links />
      </nav>
      <div class="app-tools">
        {HAS_SERVER && (
          <button type="button" class="app-tool" aria-label={t.lobby.account.open(name)} onClick={() => setOpen("who")}>
            <Icon name="person" />
            <span class="app-account">{name}</span>
          </button>
        )}
        <IconButton label={t.lobby.settings.title} onClick={() => setOpen("settings")}>
          <Icon name="settings" />
        </IconButton>
        <SmallMenu />
      </div>
      {HAS_SERVER && open === "who" && <AccountDialog onClose={close} />}
      {open === "settings" && <SettingsDialog onClose={close} />}
    </header>
  );
}

/** Shown while the connection is down. */
export function ConnectionState() {
  const state = connection.value;
  const text = state === "waiting" || state === "connecting" ? t.lobby.connection[state] : "";
  return (
    <div class="app-connection" role="status">
      {text && <span class="app-connection-text">{text}</span>}
    </div>
  );
}

function Links() {
  const current = route.value.page;
  return (
    <>
      {LINKS.map(({ page, href, text }) => (
        <a key={page} href={href} aria-current={page === current ? "page" : undefined}>
          {text}
        </a>
      ))}
    </>
  );
}

/** The same links behind a menu button, for narrow screens. */
function SmallMenu() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const key = pageKey.value;
  useEffect(() => setAnchor(null), [key]);
  return (
    <>
      <button
        type="button"
        class="app-tool app-menu"
        aria-label={t.lobby.menu}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <Icon name="menu" />
      </button>
      {anchor && (
        <Popover anchor={anchor} label={t.lobby.menu} onClose={() => setAnchor(null)}>
          <nav class="app-menu-links" aria-label={t.lobby.nav}>
            <Links />
          </nav>
        </Popover>
      )}
    </>
  );
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class="app-tool" aria-label={label} data-tooltip={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** The logo: a gem that is a tree. */
export function Logo() {
  return (
    <svg class="app-mark" viewBox="12 6 40 52" width="24" height="31" aria-hidden="true" focusable="false">
      <path class="trunk" d="M29 42h6l2 14H27z" />
      <path class="crown" d="M32 8 50 24 32 44 14 24z" />
      <path class="light" d="M32 8 40 24 32 44 24 24z" />
      <path class="shade" d="M14 24h36L32 44z" />
    </svg>
  );
}
