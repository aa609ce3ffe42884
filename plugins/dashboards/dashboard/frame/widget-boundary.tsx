import { FailureBoundary, type KnownWidget } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { WidgetFailed } from './widget-failed.js'
import { forgetModule } from './widget-module.js'

/** Keeps a failing widget from taking the board with it. When it is tried again, its code is loaded again. */
export function WidgetBoundary(props: { type: KnownWidget; name: string; children: ReactNode }): ReactNode {
  const { type, name, children } = props
  return (
    <FailureBoundary
      what={`the widget ${name}`}
      failed={(failure, retry) => (
        <WidgetFailed
          type={type.type}
          name={name}
          failure={failure}
          retry={() => {
            forgetModule(type)
            retry()
          }}
        />
      )}
    >
      {children}
    </FailureBoundary>
  )
}
