import { manifestTag, type WidgetManifest } from '@svc/widget-sdk/manifest'

/** The comment at the top of a module, which is read without running the module. */
export function manifestComment(manifest: WidgetManifest): string {
  // A `*/` in a text must not end the comment.
  const json = JSON.stringify(manifest, null, 2).replaceAll('*/', '*\\/')
  const lines = [manifestTag, ...json.split('\n')].map((line) => ` * ${line}`)
  return `/*\n${lines.join('\n')}\n */\n`
}
