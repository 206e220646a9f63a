import { Kbd, Modal, Table } from '@mantine/core';

const KEYS: [string[], string][] = [
  [['/'], 'Go to the search box'],
  [['↓', '↑'], 'Next and previous hit'],
  [['Enter'], 'Open the hit, or send the question'],
  [['←', '→'], 'Previous and next page of a document'],
  [['+', '−'], 'Enlarge and reduce the page'],
  [['?'], 'Show these keys'],
];

export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <Table>
        <Table.Tbody>
          {KEYS.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
