// XML reports, parsed without document types or entities of their own, so that no report can reach a file or explode.
import { parseXml, XmlElement } from '@rgrove/parse-xml'

export { XmlElement }

/** The root element, or why there is none. */
export function parseReport(text: string): XmlElement | string {
  if (/<!ENTITY/i.test(text)) return 'the report declares entities'
  try {
    return parseXml(text).root ?? 'the report is empty'
  } catch (error) {
    return `the report is no XML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`
  }
}

export function children(element: XmlElement, name?: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && (name === undefined || child.name === name),
  )
}

/** Every element of that name below, without recursion, in document order. */
export function descendants(root: XmlElement, name: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  const pending: XmlElement[] = [root]
  for (let element = pending.pop(); element; element = pending.pop()) {
    if (element.name === name) found.push(element)
    pending.push(...[...children(element)].reverse())
  }
  return found
}
