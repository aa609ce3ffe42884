import type { NetworkSetting } from '@svc/plugin-probes/contract'
import { maxTargets, sameChoice } from '../targets/choice.ts'

/** The global settings as they are typed. */
export interface SettingDraft {
  readonly interval: string
  readonly packets: string
  readonly defaults: ReadonlySet<string>
}

/** What each number may be. */
export const bounds = {
  interval: { least: 30, most: 600 },
  packets: { least: 5, most: 20 },
} as const

export const draftOf = (setting: NetworkSetting): SettingDraft => ({
  interval: String(setting.interval),
  packets: String(setting.packet_count),
  defaults: new Set(setting.default_target_ids),
})

export function isChanged(draft: SettingDraft, setting: NetworkSetting): boolean {
  const saved = draftOf(setting)
  return (
    draft.interval.trim() !== saved.interval ||
    draft.packets.trim() !== saved.packets ||
    !sameChoice(draft.defaults, saved.defaults)
  )
}

const isWithin = (text: string, { least, most }: { least: number; most: number }) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** Which fields cannot be saved as they are. */
export const wrongFields = (draft: SettingDraft): readonly (keyof SettingDraft)[] => [
  ...(isWithin(draft.interval, bounds.interval) ? [] : ['interval' as const]),
  ...(isWithin(draft.packets, bounds.packets) ? [] : ['packets' as const]),
  ...(draft.defaults.size > maxTargets ? ['defaults' as const] : []),
]

/** The settings that a draft without wrong fields means. */
export const settingOf = (draft: SettingDraft): NetworkSetting => ({
  interval: Number(draft.interval),
  packet_count: Number(draft.packets),
  default_target_ids: [...draft.defaults],
})
