import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Session } from './session.ts'

/** Source of a module as a build would write it: the manifest first, the dashboard's modules imported. */
export function moduleSource(manifest: { id: string; [member: string]: unknown }, code: string): string {
  const all = {
    version: '1.0.0',
    name: manifest.id,
    category: 'Status',
    sizing: { defaultW: 4, defaultH: 3, minW: 2, minH: 2, strategy: 'free' },
    sdkVersion: '^1.0.0',
    ...manifest,
  }
  return `/* @svc-widget ${JSON.stringify(all)} */\n${code}\n`
}

/** A widget with a setting, which shows `text` and the number of servers. */
export const countingCode = (text: string) => `
import { useState } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { defineWidget, useServers } from '@svc/widget-sdk'
import { z } from '@svc/widget-sdk/z'

function Counting({ config }) {
  const servers = useServers()
  const [presses, setPresses] = useState(0)
  return jsxs('div', { children: [
    jsx('p', { children: ${JSON.stringify(text)} + ' ' + config.word + ' ' + servers.length }),
    jsx('button', { type: 'button', onClick: () => setPresses(presses + 1), children: 'pressed ' + presses }),
  ] })
}

export default defineWidget({
  configSchema: z.object({ word: z.string().default('servers') }),
  component: Counting,
})`

/** Throws at import unless every module of the dashboard is available, each as a single copy. */
export const importsAll = `
import React, { createElement } from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import { Fragment, jsxDEV } from 'react/jsx-dev-runtime'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import * as sdk from '@svc/widget-sdk'
import * as hooks from '@svc/widget-sdk/hooks'
import * as actions from '@svc/widget-sdk/actions'
import * as parts from '@svc/widget-sdk/z'
const pairs = [
  [React.createElement, createElement],
  [React.Fragment, jsxRuntime.Fragment],
  [React.Fragment, Fragment],
  [jsxRuntime.jsx('b', { title: 't' }, 'k').key, jsxDEV('b', { title: 't' }, 'k').key],
  [sdk.useServers, hooks.useServers],
  [sdk.createActionsHelper, actions.createActionsHelper],
  [sdk.z, parts.z],
]
if (pairs.some(([one, other]) => one === undefined || one !== other)) throw new Error('two copies')
if (!createPortal || !createRoot) throw new Error('no react-dom')
`

/** A zip archive of files, by name. */
export async function archiveOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return Buffer.concat(await Readable.from(zip.outputStream as unknown as Readable).toArray())
}

/** Uploads a module or a collection. */
export function upload(session: Session, content: string | Buffer, name = 'widget.js') {
  const boundary = '----boundary-of-a-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.from(content as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return session.call('POST', '/api/widget-modules', body, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  })
}
