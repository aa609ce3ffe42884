import { Button, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type Key, keys, withControl } from './keys.ts'

/** The control characters that one needs most. */
const controls = ['C', 'D', 'Z', 'L', 'R'] as const

/** Keys for touch screens. Ctrl stays down for the next key. */
export function KeyBar(props: {
  isControlHeld: boolean
  onControl: () => void
  onKey: (key: Key) => void
  onText: (text: string) => void
}): ReactNode {
  const { isControlHeld, onControl, onKey, onText } = props
  const t = useT()
  return (
    <div
      role="toolbar"
      aria-label={t('keys.label')}
      className="flex gap-1 overflow-x-auto border-t p-1.5 pointer-fine:hidden"
    >
      <Button variant={isControlHeld ? 'primary' : 'secondary'} aria-pressed={isControlHeld} onClick={onControl}>
        {t('keys.control')}
      </Button>
      {keys.map((key) => (
        <Button key={key} aria-label={t(`keys.${key}`)} onClick={() => onKey(key)}>
          {t(`keys.${key}Short`)}
        </Button>
      ))}
      {controls.map((letter) => (
        <Button key={letter} onClick={() => onText(withControl(letter))}>
          {`Ctrl-${letter}`}
        </Button>
      ))}
    </div>
  )
}
