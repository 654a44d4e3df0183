import { getChildren } from './tree.ts';
import type { Node, Place } from './tree.ts';

/** Whether it is `await x;`. */
export function isStepWaitedFor({ node, parent }: Place): boolean {
  return node.type === 'AwaitExpression' && parent?.type === 'ExpressionStatement';
}

/**
 * Whether the lint refuses the step without its `await`: it takes a promise that is kept, or whose failure is caught.
 */
export function isRefusedByLint({ argument }: Node): boolean {
  let at = bare(argument as Node);
  if (at.type === 'AssignmentExpression') return false;
  for (;;) {
    const callee = at['callee'] as Node | undefined;
    if (callee?.type !== 'MemberExpression') return true;
    const name = (callee['property'] as Node)['name'];
    if (name === 'catch' || (name === 'then' && getChildren(at['arguments']).length > 1)) return false;
    at = bare(callee['object'] as Node);
  }
}

/** Without its parentheses, and without what `?.` puts around it. */
function bare(node: Node): Node {
  return /^(?:Chain|Parenthesized)Expression$/.test(node.type) ? bare(node['expression'] as Node) : node;
}
