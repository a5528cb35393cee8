import { expect, test } from 'vitest';
import { columnAfter, type People, type Person } from './column-after.ts';

const person = (contactUuid: string, stageName: string) => ({ contactUuid, stageName }) as Person;

test('Whoever is moved stands at one stage only and is counted there alone, whichever move is undone', () => {
  const ana = person('ana', 'LEAD');
  const column = (...content: Person[]) =>
    ({ content, totalElements: content.length + 40 }) as People;
  let board = {
    LEAD: column(ana, person('benito', 'LEAD')),
    MET: column(person('carla', 'MET')),
    CLIENT: column(),
  };
  const move = (stageName: string) => {
    const at = (name: keyof typeof board) => columnAfter(board[name], name, { ...ana, stageName });
    board = { LEAD: at('LEAD'), MET: at('MET'), CLIENT: at('CLIENT') };
    return Object.values(board).map(({ content, totalElements }) => [
      ...content.map(({ contactUuid }) => contactUuid),
      totalElements,
    ]);
  };
  const [atLead, atMet, atClient] = [
    [['ana', 'benito', 42], ['carla', 41], [40]],
    [['benito', 41], ['ana', 'carla', 42], [40]],
    [
      ['benito', 41],
      ['carla', 41],
      ['ana', 41],
    ],
  ];
  expect(move('MET')).toEqual(atMet);
  expect(move('CLIENT')).toEqual(atClient);
  // Undo of the first move, of the second, and once more.
  expect(move('LEAD')).toEqual(atLead);
  expect(move('MET')).toEqual(atMet);
  expect(move('MET')).toEqual(atMet);
  // A stage that the board does not show.
  expect(move('RETIRED')).toEqual([['benito', 41], ['carla', 41], [40]]);
});
