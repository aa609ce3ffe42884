import { manifestTag, type WidgetManifest } from '@svc/widget-sdk/manifest'

/** The comment at the top of a module, as it is read without running it. */
export function manifestComment(manifest: WidgetManifest): string {
  // a comment must not end in a description
  const json = JSON.stringify(manifest, null, 2).replaceAll('*/', '*\\/')
  const lines = [manifestTag, ...json.split('\n')].map((line) => ` * ${line}`)
  return `/*\n${lines.join('\n')}\n */\n`
}
