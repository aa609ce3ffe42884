import { ConfigForm, isWidgetModule } from '@svc/widget-sdk'
import { type ReactNode, useId, useState } from 'react'
import type { Placement } from './placement.ts'
import { useStore } from './store.ts'
import { setTheme, theme } from './theme.ts'

function CellsInput({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const id = useId()
  // Keep what the user types, even while it is not an allowed size.
  const [typed, setTyped] = useState<string>()
  return (
    <label htmlFor={id}>
      {label}
      <input
        id={id}
        type="number"
        min={1}
        value={typed ?? value}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(target.valueAsNumber)
        }}
      />
    </label>
  )
}

interface ControlsProps {
  readonly placement: Placement
  readonly isEditing: boolean
  readonly setEditing: (isEditing: boolean) => void
  readonly resize: (w: number, h: number) => void
  readonly configure: (config: Placement['config']) => void
}

/** Controls for size, theme, edit mode and configuration. */
export function Controls({ placement, isEditing, setEditing, resize, configure }: ControlsProps): ReactNode {
  const { manifest, widget, config, w, h } = placement
  const { mode } = useStore(theme)
  return (
    <aside className="dev-controls" aria-label="Controls">
      <div className="dev-row">
        <CellsInput label="Width" value={w} onChange={(next) => resize(next, h)} />
        <CellsInput label="Height" value={h} onChange={(next) => resize(w, next)} />
      </div>
      <p className="dev-note">
        Grid cells. Sizing: {manifest.sizing.strategy}, default: {manifest.sizing.defaultW} × {manifest.sizing.defaultH}
      </p>
      <label className="dev-check">
        <input
          type="checkbox"
          checked={mode === 'dark'}
          onChange={({ target }) => setTheme(target.checked ? 'dark' : 'light')}
        />
        Dark
      </label>
      <label className="dev-check">
        <input type="checkbox" checked={isEditing} onChange={({ target }) => setEditing(target.checked)} />
        Edit mode
      </label>
      <h2>Configuration</h2>
      {isWidgetModule(widget) && (
        <ConfigForm key={manifest.id} schema={widget.configSchema} value={config} onChange={configure} showAll />
      )}
    </aside>
  )
}
