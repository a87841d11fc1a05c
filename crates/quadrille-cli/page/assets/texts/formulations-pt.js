// Os jogos como problemas de procura, em português. Em inglês é o motor que o diz.

/**
 * @typedef {{parameters: string, precondition: string, effect: string}} Operator
 * @type {Record<string, {state: string, goal: string, operators: Operator[], facts: string[]}>}
 */
const formulations = {
  tiles: {
    state:
      "A célula de cada bloco. Blocos da mesma cor são permutáveis: um estado é, para cada cor, o conjunto das células dos seus blocos. O tamanho do tabuleiro, as paredes e os alvos nunca mudam.",
    goal: "Cada alvo tem um bloco da sua cor. Os blocos que sobram podem estar em qualquer sítio.",
    operators: [
      {
        parameters: "d: cima, baixo, esquerda ou direita",
        precondition: "Pelo menos um bloco muda de célula: a vizinha na direção d fica no tabuleiro, não é parede e não tem um bloco que fique parado.",
        effect: "Todos os blocos deslizam ao mesmo tempo na direção d, até à borda, a uma parede ou a um bloco que parou. Os alvos não param nada.",
      },
    ],
    facts: [
      "Dois deslizes no mesmo eixo valem o mesmo que só o último: os planos mais curtos alternam os eixos, e só há dois ramos depois da primeira jogada.",
      "Um deslize raramente se desfaz, por isso pode haver becos sem saída.",
    ],
  },
  zhed: {
    state: "Que células estão cheias e que números foram usados. O tamanho do tabuleiro, os números e os alvos nunca mudam.",
    goal: "Pelo menos um alvo está cheio.",
    operators: [
      {
        parameters: "n: um número do tabuleiro, dado pela linha e coluna; d: cima, baixo, esquerda ou direita",
        precondition: "n ainda não foi usado. Pode ser usado mesmo que não encha nada.",
        effect:
          "A partir de n percorrem-se as células na direção d. Uma célula vazia ou um alvo enche-se e gasta um do valor de n; uma célula cheia ou com um número é saltada. Acaba quando o valor se gasta ou na borda. Depois n está usado: a sua célula conta como cheia.",
      },
    ],
    facts: [
      "Um número usado não volta a estar livre: nenhum estado se repete num caminho, e nenhum plano tem mais jogadas do que há números.",
      "A ordem de dois números não importa, a não ser que um encha uma célula no percurso do outro.",
      "Um estado com mais células cheias e os mesmos números livres é pelo menos tão bom.",
    ],
  },
  squares: {
    state: "O que está em cada célula: uma peça de uma cor, ou nada. Só o tamanho do tabuleiro nunca muda. Que cor é qual não importa.",
    goal: "O tabuleiro está vazio.",
    operators: [
      {
        parameters: "p: a linha e coluna de uma peça; d: cima, baixo, esquerda ou direita",
        precondition:
          "A vizinha de p na direção d fica no tabuleiro e tem uma peça, e depois da troca pelo menos uma das duas tem ao lado uma peça da sua cor (as duas contam como vizinhas uma da outra).",
        effect:
          "As duas peças trocam de lugar. Depois, enquanto houver um quadrado 2×2 de uma cor, o mais acima, e destes o mais à esquerda, desaparece; as peças sobem nas colunas e vão para a esquerda nas linhas para fechar os buracos.",
      },
    ],
    facts: [
      "Quadrados que já existem no início só desaparecem com a primeira jogada.",
      "Uma jogada que não limpa nada desfaz-se com a mesma troca, se for legal: há estados que se repetem.",
      "Um tabuleiro sem buracos entre as peças só se limpa se cada coluna tiver um número par delas.",
    ],
  },
  fold: {
    state: "Que células cobre cada peça. O tamanho do tabuleiro e os buracos nunca mudam.",
    goal: "Nenhuma célula está vazia.",
    operators: [
      {
        parameters: "p: uma peça, dada pela sua identidade; d: cima, baixo, esquerda ou direita",
        precondition: "Espelhada sobre o lado d da sua caixa, cada célula da peça cai no tabuleiro, fora de buracos e numa célula vazia.",
        effect: "A imagem junta-se à peça, que duplica.",
      },
    ],
    facts: [
      "Uma peça nunca encolhe: nenhum estado se repete num caminho, e a profundidade é limitada.",
      "A ordem das dobras de peças diferentes não importa: uma solução é uma forma alcançável para cada peça, de modo que as formas cubram o tabuleiro.",
    ],
  },
  sokoban: {
    state: "A célula do jogador e o conjunto das células com uma caixa. O tamanho do tabuleiro, as paredes e os alvos nunca mudam.",
    goal: "Cada alvo tem uma caixa.",
    operators: [
      {
        parameters: "d: cima, baixo, esquerda ou direita",
        precondition: "A vizinha do jogador na direção d fica no tabuleiro, não é parede e não tem caixa.",
        effect: "O jogador passa para lá.",
      },
      {
        parameters: "d: cima, baixo, esquerda ou direita",
        precondition: "A vizinha do jogador na direção d tem uma caixa, e a célula atrás dela fica no tabuleiro, não é parede e não tem caixa.",
        effect: "A caixa passa para a célula de trás, e o jogador para onde estava a caixa.",
      },
    ],
    facts: [
      "Um passo desfaz-se, um empurrão quase nunca, por isso pode haver becos sem saída, como uma caixa num canto sem alvo.",
      "As caixas são permutáveis.",
    ],
  },
};

export default formulations;
