/** The settings dialog: appearance, sound and notifications. */

import { useState } from "preact/hooks";
import { t } from "../texts";
import { Dialog, enableNotifications, notifications, playSound, sound, theme } from "../ui";
import { notificationsSupported } from "../ui/notifications";
import { SegmentedControl } from "../ui/segmented-control";
import { THEMES } from "../ui/settings";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const texts = t.lobby.settings;
  const [refused, setRefused] = useState(false);
  const setNotices = async (wanted: boolean) => {
    if (wanted) setRefused(!(await enableNotifications()));
    else notifications.value = false;
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div class="stack">
        <SegmentedControl
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
        {notificationsSupported() ? (
          <label class="ui-check">
            <input
              type="checkbox"
              checked={notifications.value}
              onChange={(event) => void setNotices(event.currentTarget.checked)}
            />
            {texts.notifications}
          </label>
        ) : (
          <p class="quiet">{texts.notificationsMissing}</p>
        )}
        {refused && (
          <p class="ui-problem" role="alert">
            {texts.notificationsBlocked}
          </p>
        )}
      </div>
    </Dialog>
  );
}
