import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

interface Control {
  name: string;
  /** The type of an input, or the name of the element. */
  kind: string;
  value: string;
  isChecked: boolean;
}

export interface PageForm {
  /** A path. */
  action: string;
  method: string;
  controls: Control[];
}

/** What a browser without JavaScript knows of a page. */
export interface PageContent {
  forms: PageForm[];
  links: string[];
}

const BUTTONS = new Set(['button', 'submit']);
const CHOICES = new Set(['checkbox', 'radio']);

export function readPage(html: string): PageContent {
  const elements = [...elementsOf(parse(html))];
  const forms = new Map<string, PageForm>();
  const ids = new Map<Element, string>();
  elements
    .filter(({ tagName }) => tagName === 'form')
    .forEach((form, index) => {
      const id = attribute(form, 'id') ?? `form ${index}`;
      ids.set(form, id);
      const [action, method] = [attribute(form, 'action') ?? '', attribute(form, 'method') ?? 'get'];
      forms.set(id, { action, method, controls: [] });
    });
  for (const element of elements) {
    const control = controlOf(element);
    if (!control) continue;
    forms.get(attribute(element, 'form') ?? ids.get(formAround(element) ?? element) ?? '')?.controls.push(control);
  }
  const links = elements.flatMap((element) => (element.tagName === 'a' ? (attribute(element, 'href') ?? []) : []));
  return { forms: [...forms.values()], links };
}

/** The form that is posted to this path and has a field whose name begins so. */
export const findForm = ({ forms }: PageContent, path: string, prefix = ''): PageForm | undefined =>
  forms.find(
    (form) => form.method === 'post' && form.action.split('?', 1)[0] === path && fieldsOf(form, prefix).length > 0,
  );

export const fieldsOf = ({ controls }: PageForm, prefix: string): Control[] =>
  controls.filter(({ name }) => name.startsWith(prefix));

/**
 * What a browser sends: the controls as they are, or as `filled` by name. A browser sends only the button that was
 * `pressed`.
 */
export function entriesOf(
  { controls }: PageForm,
  filled: ReadonlyMap<string, string | string[]>,
  pressed?: { name: string; value: string },
): [string, string][] {
  const entries = controls.flatMap(({ name, kind, value, isChecked }): [string, string][] => {
    if (BUTTONS.has(kind)) return [];
    const wanted = filled.get(name);
    if (!CHOICES.has(kind)) return [[name, typeof wanted === 'string' ? wanted : value]];
    const isWanted = wanted === undefined ? isChecked : [wanted].flat().includes(value);
    return isWanted ? [[name, value]] : [];
  });
  return pressed ? [...entries, [pressed.name, pressed.value]] : entries;
}

function* elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!defaultTreeAdapter.isElementNode(child)) continue;
    yield child;
    yield* elementsOf(child);
  }
}

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

function formAround({ parentNode }: Element): Element | undefined {
  if (!parentNode || !defaultTreeAdapter.isElementNode(parentNode)) return undefined;
  return parentNode.tagName === 'form' ? parentNode : formAround(parentNode);
}

function controlOf(element: Element): Control | undefined {
  const { tagName } = element;
  const name = attribute(element, 'name');
  if (name === undefined || attribute(element, 'disabled') !== undefined) return undefined;
  const control = {
    name,
    kind: attribute(element, 'type') ?? (tagName === 'button' ? 'submit' : 'text'),
    value: attribute(element, 'value') ?? '',
    isChecked: attribute(element, 'checked') !== undefined,
  };
  if (tagName === 'input' || tagName === 'button') return control;
  return tagName === 'select' ? { ...control, kind: tagName, value: selectedOf(element) } : undefined;
}

/** The value of the selected option, or of the first. */
function selectedOf(select: Element): string {
  const options = [...elementsOf(select)].filter(({ tagName }) => tagName === 'option');
  const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0];
  return chosen ? (attribute(chosen, 'value') ?? textOf(chosen)) : '';
}

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : '')).join('');
