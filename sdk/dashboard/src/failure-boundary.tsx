import { Component, type ErrorInfo, type ReactNode } from 'react'
import { forgetFailures } from './load-once.ts'
import { thrownError } from './thrown-error.ts'

interface Props {
  /** what failed, for the log of the browser */
  readonly what: string
  /** shows what failed; `retry` loads what could not be loaded, and renders the content anew */
  readonly failed: (failure: Error, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps content that fails while it renders from taking with it what is around it. */
export class FailureBoundary extends Component<Props, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: thrownError(thrown) }
  }

  override componentDidCatch(failure: unknown, info: ErrorInfo) {
    console.error(`${this.props.what} failed`, failure, info.componentStack)
  }

  override render() {
    const { failure } = this.state
    const retry = () => {
      forgetFailures()
      this.setState({ failure: undefined })
    }
    return failure ? this.props.failed(failure, retry) : this.props.children
  }
}
