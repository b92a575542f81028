export const SETTINGS_TABS = ['account', 'organization', 'brand', 'privacy'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

export interface SettingsSearch {
  /** Absent: the first one. */
  tab?: SettingsTab;
}

export const settingsSearch = (address: Record<string, unknown>): SettingsSearch => ({
  tab: SETTINGS_TABS.find((tab) => tab === address.tab),
});
