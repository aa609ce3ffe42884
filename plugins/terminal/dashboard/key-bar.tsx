import { Button, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

const esc = '\u001b'

/** Keys that the keyboard of a phone lacks, and what a terminal gets for them. */
const keys = [
  ['esc', esc],
  ['tab', '\t'],
  ['up', `${esc}[A`],
  ['down', `${esc}[B`],
  ['left', `${esc}[D`],
  ['right', `${esc}[C`],
] as const

/** The control characters that one needs most. */
const controls = ['C', 'D', 'Z', 'L', 'R'] as const

const controlOf = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 64)

/** Keys for touch screens. */
export function KeyBar({ onKey }: { onKey: (text: string) => void }): ReactNode {
  const t = useT()
  return (
    <div
      role="toolbar"
      aria-label={t('keys.label')}
      className="flex gap-1 overflow-x-auto border-t p-1.5 pointer-fine:hidden"
    >
      {keys.map(([name, text]) => (
        <Button key={name} aria-label={t(`keys.${name}`)} onClick={() => onKey(text)}>
          {t(`keys.${name}Short`)}
        </Button>
      ))}
      {controls.map((letter) => (
        <Button key={letter} onClick={() => onKey(controlOf(letter))}>
          {`Ctrl-${letter}`}
        </Button>
      ))}
    </div>
  )
}
