import { type RegisteredWidget, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useDeferredValue } from 'react'
import type { Placement } from '../board/placement.ts'
import { WidgetFrame } from '../frame/widget-frame.tsx'
import { pixelsFor } from '../layout/cell.ts'

const highest = 420

/** A live preview of a widget while it is configured. */
export function Preview({ placement, type }: { placement: Placement; type: RegisteredWidget }): ReactNode {
  const t = useT('dashboards')
  // Typing has priority.
  const shown = useDeferredValue(placement)
  const grows = type.sizing.strategy === 'content-height'
  const height = Math.min(pixelsFor(placement.h), highest)
  return (
    <section aria-label={t('configure.preview')} className="min-w-0">
      <h3 className="caption mb-1.5">{t('configure.preview')}</h3>
      <div
        inert
        className="overflow-auto rounded-lg bg-canvas p-2"
        style={grows ? { maxHeight: highest } : { height: height + 16 }}
      >
        <WidgetFrame placement={shown} type={type} isPending={false} isEditing grows={grows} />
      </div>
    </section>
  )
}
