import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * A sentence that a server answers with; what is not known of it stands as `7`.
 *
 * @typedef {{ file: string, sentence: string, code?: string }} Said
 * @typedef {{ file: string, expression: string }} Unread
 */

/**
 * Which argument of what makes errors is the sentence.
 *
 * @type {Record<string, number>}
 */
const places = {
  ApiError: 2,
  badRequest: 0,
  forbidden: 0,
  notFound: 0,
  conflict: 0,
  invalid: 1,
  badQuery: 1,
  rejection: 0,
  FieldError: 0,
  configError: 1,
  fail: 1,
  list: 3,
  PackageError: 0,
  ManifestError: 1,
  OutboundError: 1,
}
/**
 * Where the code of an error stands.
 *
 * @type {Record<string, number>}
 */
const codes = { ApiError: 1, conflictError: 0 }
/** What says the name of its field itself. */
const withField = new Set(['ManifestError'])

const stand = '7'
const either = new Set([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken])

/** @param {ts.Expression} callee */
const nameOf = (callee) =>
  ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : ''

/**
 * The constants of a file, and what its functions give back, by name.
 *
 * @param {ts.SourceFile} source
 */
function valuesOf(source) {
  /** @type {Map<string, ts.Expression[]>} */
  const values = new Map()
  /** @param {ts.Node} node @param {string | undefined} inside */
  const visit = (node, inside) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      values.set(node.name.text, [node.initializer])
    }
    if (ts.isReturnStatement(node) && inside && node.expression) {
      values.set(inside, [...(values.get(inside) ?? []), node.expression])
    }
    const within = ts.isFunctionDeclaration(node) ? node.name?.text : ts.isFunctionLike(node) ? undefined : inside
    ts.forEachChild(node, (child) => visit(child, within))
  }
  visit(source, undefined)
  return values
}

/**
 * All texts in an object, however deep.
 *
 * @param {ts.Expression} expression
 * @returns {string[]}
 */
function leaves(expression) {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (!ts.isObjectLiteralExpression(expression)) return []
  return expression.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? leaves(one.initializer) : []))
}

/** @param {string[]} before @param {string[]} after */
const joined = (before, after) => before.flatMap((start) => after.map((end) => start + end))

/**
 * All that an expression may say, as far as that can be read here.
 *
 * @param {ts.Expression | undefined} expression
 * @param {ReturnType<typeof valuesOf>} values
 * @returns {string[]}
 */
function readings(expression, values) {
  if (!expression) return []
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression)) {
    return expression.templateSpans.reduce(
      (before, { expression: inner, literal }) => {
        const found = readings(inner, values)
        return joined(joined(before, found.length > 0 ? found : [stand]), [literal.text])
      },
      [expression.head.text],
    )
  }
  if (ts.isConditionalExpression(expression)) {
    return [...readings(expression.whenTrue, values), ...readings(expression.whenFalse, values)]
  }
  if (ts.isBinaryExpression(expression) && either.has(expression.operatorToken.kind))
    return [expression.left, expression.right].flatMap((one) => readings(one, values))
  if (ts.isArrowFunction(expression) && !ts.isBlock(expression.body)) return readings(expression.body, values)
  if (ts.isElementAccessExpression(expression)) {
    const [of] = expression.getText().split('[', 1)
    return (values.get(of ?? '') ?? []).flatMap(leaves)
  }
  if (!ts.isIdentifier(expression) && !ts.isCallExpression(expression)) return []
  const name = nameOf(ts.isCallExpression(expression) ? expression.expression : expression)
  const others = new Map([...values].filter(([known]) => known !== name))
  return (values.get(name) ?? []).flatMap((value) => readings(value, others))
}

/**
 * The sentences of a file that errors are made of, and what could not be read of them.
 *
 * @param {string} path
 * @param {string} file its name in the answer
 * @returns {{ said: Said[], unread: Unread[] }}
 */
export function sentencesOf(path, file) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const values = valuesOf(source)
  /** @type {Said[]} */
  const said = []
  /** @type {Unread[]} */
  const unread = []
  /** @param {ts.Expression | undefined} expression @param {string} maker @param {string} [code] */
  const note = (expression, maker, code) => {
    const found = readings(expression, values)
    const field = withField.has(maker) ? `${stand} ` : ''
    if (found.length > 0)
      said.push(...found.map((sentence) => ({ file, sentence: field + sentence, ...(code && { code }) })))
    else if (expression) unread.push({ file, expression: expression.getText() })
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const maker = nameOf(node.expression)
      const at = Object.hasOwn(codes, maker) ? codes[maker] : undefined
      const code = at === undefined ? undefined : readings(node.arguments?.[at], values)?.[0]
      const place = Object.hasOwn(places, maker) ? places[maker] : code === undefined ? undefined : 1
      if (place !== undefined) note(node.arguments?.[place], maker, code)
    }
    // what is wrong with an input, as a value: { rule: 'must …' } or { field, rule }
    const isProperty = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
    if (isProperty && node.name.getText() === 'rule') {
      const rules = readings(ts.isPropertyAssignment(node) ? node.initializer : node.name, values)
      said.push(...rules.map((sentence) => ({ file, sentence })))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { said, unread }
}
