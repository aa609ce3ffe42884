import { Component, type ErrorInfo, type ReactNode } from 'react'
import { clearFailedLoads } from './load-once.ts'
import { toError } from './to-error.ts'

interface Props {
  /** what the boundary contains, for the browser log */
  readonly name: string
  /** rendered instead of the content; `retry` reloads failed imports and renders the content again */
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Catches errors of its content while rendering, so that the rest of the page keeps working. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { error: toError(thrown) }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(`${this.props.name} failed`, error, info.componentStack)
  }

  override render() {
    const { error } = this.state
    const retry = () => {
      clearFailedLoads()
      this.setState({ error: undefined })
    }
    return error ? this.props.fallback(error, retry) : this.props.children
  }
}
