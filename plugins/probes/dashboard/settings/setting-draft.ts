import type { NetworkSetting } from '@svc/plugin-probes/contract'
import { maxTargets, sameChoice } from '../targets/choice.ts'

/** Form values of the settings. */
export interface SettingDraft {
  readonly interval: string
  readonly packets: string
  readonly defaults: ReadonlySet<string>
}

/** Ranges of the numbers. */
export const bounds = {
  interval: { min: 30, max: 600 },
  packets: { min: 5, max: 20 },
} as const

export const draftOf = (setting: NetworkSetting): SettingDraft => ({
  interval: String(setting.interval),
  packets: String(setting.packet_count),
  defaults: new Set(setting.default_target_ids),
})

export function isDirty(draft: SettingDraft, setting: NetworkSetting): boolean {
  const saved = draftOf(setting)
  return (
    draft.interval.trim() !== saved.interval ||
    draft.packets.trim() !== saved.packets ||
    !sameChoice(draft.defaults, saved.defaults)
  )
}

const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

/** The invalid fields. */
export const invalidFields = (draft: SettingDraft): readonly (keyof SettingDraft)[] => [
  ...(isWithin(draft.interval, bounds.interval) ? [] : ['interval' as const]),
  ...(isWithin(draft.packets, bounds.packets) ? [] : ['packets' as const]),
  ...(draft.defaults.size > maxTargets ? ['defaults' as const] : []),
]

/** The settings of a valid draft. */
export const settingOf = (draft: SettingDraft): NetworkSetting => ({
  interval: Number(draft.interval),
  packet_count: Number(draft.packets),
  default_target_ids: [...draft.defaults],
})
