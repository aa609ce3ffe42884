import type { NetworkSetting } from '@svc/plugin-probes/contract'
import { maxTargets, sameChoice } from '../targets/choice.ts'

/** Form values of the settings. */
export interface SettingDraft {
  readonly interval: string
  readonly packet_count: string
  readonly default_target_ids: readonly string[]
}

/** Ranges of the numbers. */
export const bounds = {
  interval: { min: 30, max: 600 },
  packet_count: { min: 5, max: 20 },
} as const

export const emptySetting: SettingDraft = { interval: '', packet_count: '', default_target_ids: [] }

export const draftOf = ({ interval, packet_count, default_target_ids }: NetworkSetting): SettingDraft => ({
  interval: String(interval),
  packet_count: String(packet_count),
  default_target_ids,
})

/** Ignores blanks, and the order of the targets. */
export function isDirty(draft: SettingDraft, setting: NetworkSetting): boolean {
  const saved = draftOf(setting)
  return (
    draft.interval.trim() !== saved.interval ||
    draft.packet_count.trim() !== saved.packet_count ||
    !sameChoice(new Set(draft.default_target_ids), new Set(saved.default_target_ids))
  )
}

const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

/** The invalid fields. */
export const invalidFields = (draft: SettingDraft): readonly (keyof SettingDraft)[] => [
  ...(['interval', 'packet_count'] as const).filter((field) => !isWithin(draft[field], bounds[field])),
  ...(draft.default_target_ids.length > maxTargets ? ['default_target_ids' as const] : []),
]

/** The settings of a valid draft. */
export const settingOf = ({ interval, packet_count, default_target_ids }: SettingDraft): NetworkSetting => ({
  interval: Number(interval),
  packet_count: Number(packet_count),
  default_target_ids: [...default_target_ids],
})
