import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useT } from './i18n.js'
import { Button } from './ui/button.js'

interface Props {
  readonly plugin: string
  readonly children: ReactNode
}

/** Keeps a failing contribution from taking the page with it, and says which plugin failed. */
export class ContributionBoundary extends Component<Props, { failure: Error | undefined }> {
  override state: { failure: Error | undefined } = { failure: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(failure: unknown, info: ErrorInfo) {
    console.error(`dashboard of plugin ${this.props.plugin} failed`, failure, info.componentStack)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <ContributionFailed
        plugin={this.props.plugin}
        failure={failure}
        retry={() => this.setState({ failure: undefined })}
      />
    )
  }
}

/** Says which plugin failed, with what, and offers to try again. */
export function ContributionFailed({ plugin, failure, retry }: { plugin: string; failure: Error; retry: () => void }) {
  const t = useT('sdk')
  return (
    <section role="alert" className="panel flex flex-wrap items-center gap-x-6 gap-y-3 border-danger/40 p-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t('boundary.title', { plugin })}</p>
        <p className="mt-1 break-words font-mono text-muted text-xs">{failure.message}</p>
      </div>
      <Button onClick={retry}>{t('action.retry')}</Button>
    </section>
  )
}
