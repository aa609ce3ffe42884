import { Component, type ErrorInfo, type ReactNode } from 'react'

interface Props {
  readonly name: string
  /** shows what failed; `retry` renders the widget anew */
  readonly failed: (failure: Error, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps a failing widget from taking the board with it. */
export class WidgetBoundary extends Component<Props, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(failure: unknown, info: ErrorInfo) {
    console.error(`the widget ${this.props.name} failed`, failure, info.componentStack)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.failed(failure, () => this.setState({ failure: undefined }))
  }
}
