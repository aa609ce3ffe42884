import { Component, type ErrorInfo, type ReactNode } from 'react'
import { clearFailedLoads } from './load-once.ts'
import { toError } from './thrown-error.ts'

interface Props {
  /** what failed, for the log of the browser */
  readonly what: string
  /** shows what failed; `retry` loads what could not be loaded, and renders the content anew */
  readonly failed: (failure: Error, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps content that fails while it renders from taking with it what is around it. */
export class ErrorBoundary extends Component<Props, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: toError(thrown) }
  }

  override componentDidCatch(failure: unknown, info: ErrorInfo) {
    console.error(`${this.props.what} failed`, failure, info.componentStack)
  }

  override render() {
    const { failure } = this.state
    const retry = () => {
      clearFailedLoads()
      this.setState({ failure: undefined })
    }
    return failure ? this.props.failed(failure, retry) : this.props.children
  }
}
