import { Button, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type Preset, presetsOf } from './presets.ts'
import type { Types } from './rule-draft.ts'

/** Buttons for rule templates. */
export function PresetBar({ types, onPick }: { types: Types; onPick: (preset: Preset) => void }): ReactNode {
  const t = useT()
  const presets = presetsOf(types)
  if (presets.length === 0) return null
  return (
    <fieldset className="mb-5 flex flex-wrap items-center gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('preset.title')}</legend>
      {presets.map((preset) => (
        <Button key={preset.id} size="sm" onClick={() => onPick(preset)}>
          {t(`preset.${preset.id}`)}
        </Button>
      ))}
    </fieldset>
  )
}
