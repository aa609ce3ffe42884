import { ErrorBoundary, type RegisteredWidget } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { WidgetFailed } from './widget-states.tsx'

/** Isolates errors of a widget from the rest of the board. */
export function WidgetBoundary(props: { type: RegisteredWidget; name: string; children: ReactNode }): ReactNode {
  const { type, name, children } = props
  return (
    <ErrorBoundary
      name={`the widget ${name}`}
      fallback={(error, retry) => <WidgetFailed type={type.type} name={name} error={error} retry={retry} />}
    >
      {children}
    </ErrorBoundary>
  )
}
