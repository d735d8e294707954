/** How the page looks and sounds. */

import { useState } from "preact/hooks";
import { t } from "../texts";
import { Dialog, allowNotices, notices, playSound, sound, theme } from "../ui";
import { canNotify } from "../ui/notices";
import { Segmented } from "../ui/segmented";
import { THEMES } from "../ui/settings";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const texts = t.lobby.settings;
  const [refused, setRefused] = useState(false);
  const setNotices = async (wanted: boolean) => {
    if (wanted) setRefused(!(await allowNotices()));
    else notices.value = false;
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div class="stack">
        <Segmented
          legend={texts.theme}
          choices={THEMES.map((value) => ({ value, label: texts.themes[value] ?? value }))}
          value={theme.value}
          onChoose={(value) => (theme.value = value)}
        />
        <label class="ui-check">
          <input
            type="checkbox"
            checked={sound.value}
            onChange={(event) => {
              sound.value = event.currentTarget.checked;
              playSound("turn");
            }}
          />
          {texts.sound}
        </label>
        {canNotify() ? (
          <label class="ui-check">
            <input
              type="checkbox"
              checked={notices.value}
              onChange={(event) => void setNotices(event.currentTarget.checked)}
            />
            {texts.notices}
          </label>
        ) : (
          <p class="quiet">{texts.noticesMissing}</p>
        )}
        {refused && (
          <p class="ui-problem" role="alert">
            {texts.noticesRefused}
          </p>
        )}
      </div>
    </Dialog>
  );
}
